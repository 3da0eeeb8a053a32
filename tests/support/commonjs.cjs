// Imported for the sake of Node's parser of CommonJS: see without-webassembly.mjs.
module.exports = {};
