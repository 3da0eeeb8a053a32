/** Downloads a JSON file that the page made. */
export function saveFile(name: string, content: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type: 'application/json' }));
  link.download = name;
  link.click();
  // The browser reads the URL a little later, and no event says when.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
