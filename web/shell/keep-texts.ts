/**
 * Lets a page that a browser translates go on changing. Translation puts elements of its own in the places of texts, and what
 * the page changes then, such as an amount, is shown nowhere: such a text takes its place again, where it is translated anew.
 */
export function keepTexts(page: Document): void {
  const toTexts = { characterData: true };
  new MutationObserver((records) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      const shown = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT');
      for (const gone of shown ? removedNodes : []) {
        const takePlace = () => !gone.isConnected && shown?.parentNode?.replaceChild(gone, shown);
        if (gone.nodeType === Node.TEXT_NODE) new MutationObserver(takePlace).observe(gone, toTexts);
      }
    }
  }).observe(page, { childList: true, subtree: true });
}
