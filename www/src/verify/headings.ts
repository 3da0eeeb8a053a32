/** Each kind of verdict in a word or two. */
export const HEADINGS = {
  valid: 'Valid',
  invalid: 'Invalid',
  other: 'Another proof',
  malformed: 'Malformed',
  incomplete: 'Not checked',
  unreadable: 'Not verified',
};
