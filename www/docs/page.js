// What the documents' pages do beside TypeDoc's script: they search, and copy what one runs. TypeDoc's script opens
// its box and moves among the results; this file stands in for the data that it would search, and fills the list. The
// index is loaded when the box is opened for the first time.
import { find, loadIndex } from './find.js';

const { base } = document.documentElement.dataset;
const part = (name) => document.getElementById(`tsd-search-${name}`);

let index;

function load() {
  index ??= new Promise((resolve, reject) => {
    // A script, since a page that was opened as a file cannot fetch.
    const script = document.createElement('script');
    script.src = `${base}assets/index.js`;
    script.onload = () => resolve(loadIndex(window.documentsIndex));
    script.onerror = () => reject(new Error('the index could not be loaded'));
    document.head.append(script);
  });
  index.catch(() => {
    index = undefined; // the next word tries again
  });
  return index;
}

function said(text) {
  part('status').textContent = text;
}

function shown({ url, title, section }, i) {
  const item = document.createElement('li');
  item.id = `tsd-search:${i}`;
  item.role = 'option';
  item.ariaSelected = 'false';
  const link = document.createElement('a');
  link.tabIndex = -1;
  link.href = base + url;
  const name = document.createElement('span');
  name.className = 'text';
  name.textContent = title;
  link.append(name);
  if (section) {
    const place = document.createElement('span');
    place.className = 'place';
    place.textContent = section;
    link.append(place);
  }
  item.append(link);
  return item;
}

async function search() {
  const question = part('input').value.trim();
  try {
    const loaded = await load();
    if (part('input').value.trim() !== question) return;
    const found = question ? find(loaded, question) : [];
    part('results').replaceChildren(...found.map(shown));
    part('input').setAttribute('aria-activedescendant', '');
    said(question && !found.length ? `Nothing was found for “${question}”.` : '');
  } catch (error) {
    said(`The search does not work: ${error.message}.`);
  }
}

/** What one runs of a block `console`: its commands without the prompt, and nothing of what they print. */
function commandsOf(text) {
  const lines = [];
  let goesOn = false;
  for (const line of text.split('\n')) {
    if (!goesOn && !line.startsWith('$ ')) continue;
    lines.push(goesOn ? line : line.slice(2));
    goesOn = line.endsWith('\\');
  }
  return lines.join('\n');
}

/** Comes before TypeDoc's own handler, which would copy the prompt and the output. */
function copy(event) {
  const block = event.target.closest('pre > button')?.parentElement.querySelector('code.console');
  if (!block) return;
  const button = event.target.closest('button');
  event.stopImmediatePropagation();
  navigator.clipboard.writeText(commandsOf(block.innerText)).then(() => {
    button.textContent = 'Copied!';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1000);
  });
}

/** Each module's link in the navigation, which TypeDoc puts into what unfolds, becomes the first one of its list. */
function freeLinks(navigation) {
  for (const link of navigation.querySelectorAll('summary > a')) {
    const name = document.createElement('span');
    name.append(...Array.from(link.childNodes, (node) => node.cloneNode(true)));
    link.replaceWith(name);
    const item = document.createElement('li');
    item.append(link);
    name.closest('details').querySelector('ul').prepend(item);
  }
}

function begin() {
  const navigation = document.getElementById('tsd-nav-container');
  if (navigation) {
    new MutationObserver(() => freeLinks(navigation)).observe(navigation, { childList: true, subtree: true });
    freeLinks(navigation);
  }
  document.addEventListener('click', copy, { capture: true });
  part('input').removeAttribute('maxlength'); // a message may be longer
  part('input').addEventListener('input', search);
  part('input').addEventListener('focus', search);
  said('');
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
else begin();
