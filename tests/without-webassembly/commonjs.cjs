// Imported for the sake of Node's parser of CommonJS: see preload.mjs.
module.exports = {};
