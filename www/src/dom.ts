/** @throws Error when the page has no element with that id */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element #${id}`);
  return found as T;
}

type Content = Node | string | undefined | false;

/** Creates an element with a class and children. Strings become text nodes, never HTML. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...children: Content[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className) element.className = className;
  for (const child of children) if (child) element.append(child);
  return element;
}

/**
 * A field with an example selects itself when it gets the focus, so that the visitor's own text takes the example's
 * place.
 */
export function selectExample(field: HTMLInputElement | HTMLTextAreaElement, isExample: () => boolean) {
  let isNew = false;
  field.addEventListener('focus', () => {
    isNew = isExample();
    if (isNew) field.select();
  });
  // WebKit would put the caret where the pointer is let go.
  field.addEventListener('mouseup', (event) => {
    if (isNew && field.selectionStart === 0 && field.selectionEnd === field.value.length) event.preventDefault();
    isNew = false;
  });
}

/** A button that begins a run. A sentence stands in its place while another run is under way. */
export function startButton(label: string, start: () => void): HTMLElement[] {
  const button = make('button', 'when-still', label);
  button.type = 'button';
  button.addEventListener('click', start);
  return [make('span', 'unless-still', 'Another run is under way: pause it first, or let it end.'), button];
}
