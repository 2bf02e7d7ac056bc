/** Where a visitor's basket lies in this browser; a customer's has their id behind it. */
export const VISITOR_KEY = 'tradebench.basket';
