// Circles in a graph of files. A graph is a Map from each file to the Set of files that it imports.

/**
 * One circle, the shortest, for each group of nodes that all reach each other.
 *
 * @param {Map<string, Set<string>>} graph
 * @returns {{ circle: string[], members: string[] }[]}
 */
export function circles(graph) {
  return components(graph)
    .filter(([first, ...others]) => others.length > 0 || graph.get(first).has(first))
    .map((members) => ({ circle: shortestCircle(graph, new Set(members)), members: members.sort() }));
}

/** The text of a circle for a failed test. */
export function shown({ circle, members }) {
  const others = members.filter((member) => !circle.includes(member));
  const rest = others.length ? `\n    in circles with these: ${others.join(', ')}` : '';
  return [...circle, circle[0]].join('\n    -> ') + rest;
}

/**
 * The graph of the files and sub-folders that lie directly in a folder. A sub-folder is one node, with all files below
 * it. In Rust `name.rs` and the folder `name/` are one module, hence one node.
 *
 * @param {Map<string, Set<string>>} graph
 * @param {string} folder without a slash at its end
 */
export function rooms(graph, folder) {
  const roomOf = (file) => {
    if (!file.startsWith(`${folder}/`)) return undefined;
    const [name] = file.slice(folder.length + 1).split('/');
    return `${folder}/${name.replace(/\.rs$/, '')}`;
  };
  const collapsed = new Map();
  for (const [file, targets] of graph) {
    const from = roomOf(file);
    if (!from) continue;
    const edges = collapsed.get(from) ?? new Set();
    collapsed.set(from, edges);
    for (const to of [...targets].map(roomOf)) if (to && to !== from) edges.add(to);
  }
  return collapsed;
}

/** Every folder below a folder, and the folder itself, that the graph has a file in. */
export function foldersIn(graph, folder) {
  const found = new Set();
  for (const file of graph.keys())
    for (let path = file; path.startsWith(`${folder}/`); found.add(path)) path = path.slice(0, path.lastIndexOf('/'));
  return [...found].sort();
}

/** The nodes that all reach each other, by Tarjan's algorithm ("Depth-first search and linear graph algorithms"). */
function components(graph) {
  const index = new Map();
  const low = new Map();
  const stack = [];
  const found = [];
  const visit = (node) => {
    index.set(node, index.size);
    low.set(node, index.get(node));
    stack.push(node);
    for (const next of graph.get(node)) {
      if (!graph.has(next)) continue;
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node), low.get(next)));
    }
    if (low.get(node) === index.get(node)) found.push(stack.splice(stack.indexOf(node)));
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return found;
}

/** A breadth-first search from each member: its first way back is the shortest. */
function shortestCircle(graph, members) {
  const ways = [...members].map((start) => {
    const queue = [[start]];
    const seen = new Set();
    for (const way of queue)
      for (const next of graph.get(way.at(-1))) {
        if (next === start) return way;
        if (!members.has(next) || seen.has(next)) continue;
        seen.add(next);
        queue.push([...way, next]);
      }
    return undefined;
  });
  return ways.reduce((a, b) => (b.length < a.length ? b : a));
}
