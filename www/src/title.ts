const title = document.title;

/** The tab's title: what the page shows now, or without it the title of the page. */
export function setTitle(now?: string) {
  document.title = now === undefined ? title : `${now}: powmod`;
}
