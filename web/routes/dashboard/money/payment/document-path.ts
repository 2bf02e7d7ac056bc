/** Where the document that runs this script was loaded from; later addresses are only the router's. */
export const documentPath = typeof window === 'undefined' ? '' : window.location.pathname;
