/**
 * Lets a page that a browser translates go on changing. Translation puts elements of its own in the places of texts, and what
 * the page changes then, such as an amount, is shown nowhere: such a text takes its place again, where it is translated anew.
 */
export function keepTexts(page: Document): void {
  const inPlaceOf = new WeakMap<Node, ChildNode>();
  new MutationObserver((records, observer) => {
    for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      if (type === 'characterData') {
        const shown = inPlaceOf.get(target);
        if (!target.isConnected && shown?.isConnected) shown.replaceWith(target);
        continue;
      }
      for (const gone of removedNodes) {
        const own = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT');
        if (gone.nodeType !== Node.TEXT_NODE || !own) continue;
        inPlaceOf.set(gone, own as ChildNode);
        observer.observe(gone, { characterData: true });
      }
    }
  }).observe(page, { childList: true, subtree: true });
}
