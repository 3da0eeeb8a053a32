// What the page was opened for: its address may carry a proof, a letter or a draw.

/** What the address carries, also as programs rewrite it. */
export function carriedByAddress(): string | undefined {
  return /[#&](proof|letter|draw)(?:=|%3D)/i.exec(location.hash)?.[1]?.toLowerCase();
}

/** Whoever opens the link of a draw or a letter sees that alone, until they open something else. */
export function showAlone() {
  const carried = carriedByAddress();
  if (carried === 'draw' || carried === 'letter') document.body.dataset.alone = carried;
}

export function showWholePage() {
  delete document.body.dataset.alone;
}
