/** Has the browser save a file that the page made. */
export function save(name: string, content: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type: 'application/json' }));
  link.download = name;
  link.click();
  // The download has its own hold on it only after it has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
