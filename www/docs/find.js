// The documents' search: the build makes its index by this file, and the page finds in it.
import MiniSearch from 'minisearch';

/** Words of a question that are in nearly every document. */
const SILENT = new Set(
  (
    'a am an and are at be by can do does for from get have how i if in is it my of on or so than that the there ' +
    'this to use was we what when where which why will with you'
  ).split(' '),
);

/** The words of a text. `C++` is one, and so is each part of `gmp-wasm` and of `x^e`. */
const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}_]+(?:\+\+)?/gu) ?? [];

const OPTIONS = {
  fields: ['title', 'section', 'asked', 'text'],
  storeFields: ['page', 'url', 'group', 'title', 'name', 'section'],
  tokenize: wordsOf,
  processTerm: (word) => (SILENT.has(word) ? undefined : word),
};

/** How much a page of each group counts. */
const GROUPS = { Guides: 1.6, Specification: 1.2, Reference: 1, API: 0.8, Errors: 1.5 };

const BOOST = { title: 5, section: 2.5, asked: 8, text: 1 };

/** @param {{ page: string, url: string, group: string, title: string, name: string, section: string }[]} entries */
export function indexOf(entries) {
  const index = new MiniSearch(OPTIONS);
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
  return index;
}

/** @param {string} json of `indexOf` */
export const loadIndex = (json) => MiniSearch.loadJSON(json, OPTIONS);

/** The words of a question that say something: single letters do only where nothing else is there. */
function askedWords(question) {
  const words = [...new Set(wordsOf(question))];
  const telling = words.filter((word) => !SILENT.has(word) && word.length > 1);
  return telling.length ? telling : words;
}

/** The error messages of each index. A message is cut into parts at each …, which stands for any text. */
const messages = new WeakMap();

/** Reads the lines of the page of errors. A line is a message, and behind a dash the kinds of error that say it. */
function messagesOf(index) {
  if (!messages.has(index)) {
    const lines = index.search(MiniSearch.wildcard, { filter: ({ url }) => url.includes('#m-') });
    const all = lines.map((entry) => {
      const parts = entry.section
        .toLowerCase()
        .replace(/ — (?:\w+, )*\w+$/, '')
        .split('…');
      return { entry, parts, own: parts.join('').length };
    });
    all.sort((a, b) => b.own - a.own);
    messages.set(index, all);
  }
  return messages.get(index);
}

/** Whether a text holds all parts in their order, with something between. */
function holds(text, parts) {
  let from = 0;
  return parts.every((part) => {
    const at = text.indexOf(part, from);
    from = at + part.length + 1;
    return at >= 0;
  });
}

/** The message that a question holds as it was printed: of several the one with the most text of its own. */
function messageIn(index, question) {
  const asked = question.toLowerCase().replace(/\s+/g, ' ');
  return messagesOf(index).find(({ parts }) => holds(asked, parts))?.entry;
}

/**
 * The pages that answer, the best first: each with the section that fits best. A page counts by the best of its
 * sections for each word, and more where one section has many of the words. Before them is a message as it was printed.
 *
 * @param {MiniSearch} index
 * @returns {{ url: string, title: string, section: string }[]}
 */
export function find(index, question, most = 10) {
  const words = askedWords(question);
  const pages = new Map();
  for (const word of words) {
    const found = index.search(word, {
      boost: BOOST,
      prefix: word.length > 2,
      fuzzy: word.length > 4 && 0.2,
      weights: { prefix: 0.5, fuzzy: 0.2 },
    });
    for (const entry of found) {
      const page = pages.get(entry.page) ?? { sections: new Map(), words: new Map(), entry };
      pages.set(entry.page, page);
      const isName = entry.group === 'API' && entry.name.toLowerCase() === word;
      const score = entry.score * GROUPS[entry.group] * (isName ? 4 : 1);
      page.words.set(word, Math.max(page.words.get(word) ?? 0, score));
      const section = page.sections.get(entry.url) ?? { entry, score: 0, count: 0 };
      page.sections.set(entry.url, { entry, score: section.score + score, count: section.count + 1 });
    }
  }
  const best = [...pages.values()].map(({ sections, words: found }) => {
    const all = [...sections.values()].map((section) => ({ ...section, score: section.score * section.count ** 2 }));
    const top = all.reduce((a, b) => (b.score > a.score ? b : a));
    const sum = [...found.values()].reduce((a, b) => a + b, 0) * (found.size / words.length) ** 2;
    return { ...top, score: sum + top.score / words.length ** 2 };
  });
  const message = messageIn(index, question);
  const ranked = best.sort((a, b) => b.score - a.score).map(({ entry }) => entry);
  return (message ? [message, ...ranked.filter(({ page }) => page !== message.page)] : ranked)
    .slice(0, most)
    .map(({ url, title, section }) => ({ url, title, section }));
}
