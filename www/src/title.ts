const title = document.title;

/** Sets the tab's title: to what the page shows now, or, without `now`, back to the page's own title. */
export function setTitle(now?: string) {
  document.title = now === undefined ? title : `${now}: powmod`;
}
