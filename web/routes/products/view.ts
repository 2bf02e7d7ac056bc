/** Under this name the browser remembers whether tools are shown as cards or as a table; the document's head reads it. */
export const PRODUCTS_VIEW = 'tradebench.view';
