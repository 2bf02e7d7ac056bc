/**
 * The largest groups in which everything leads to everything else, each sorted: the strongly connected components of more
 * than one node, as Tarjan finds them.
 */
export function circlesOf(graph: ReadonlyMap<string, Iterable<string>>): string[][] {
  const circles: string[][] = [];
  const found = new Map<string, number>();
  const earliest = new Map<string, number>();
  const open: string[] = [];
  const lowerTo = (node: string, place: number) => earliest.set(node, Math.min(earliest.get(node) ?? place, place));
  const visit = (node: string): void => {
    const place = found.size;
    found.set(node, place);
    lowerTo(node, place);
    open.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue;
      if (!found.has(next)) visit(next);
      if (open.includes(next)) lowerTo(node, earliest.get(next) ?? place);
    }
    if (earliest.get(node) !== place) return;
    const circle = open.splice(open.indexOf(node));
    if (circle.length > 1) circles.push(circle.toSorted());
  };
  for (const node of graph.keys()) if (!found.has(node)) visit(node);
  return circles;
}
