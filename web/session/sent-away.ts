/**
 * Under this name in the session storage the document of a page that is not for visitors leaves its own address before it
 * leads to the login page: it does so before the router, which would remember it, is there. See root.tsx.
 */
export const SENT_AWAY = 'tradebench.sent-away';
