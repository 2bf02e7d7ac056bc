import { Basket, BasketChange, BasketJoin, BasketQuery, BasketReplacement, PriceQuestion, Priced } from './basket.ts';
import { defineRoutes } from '../route.ts';

/** The own basket, and what lines would cost. */
export const basketRoutes = defineRoutes({
  price: {
    call: 'POST /price',
    key: 'none',
    access: 'public',
    scopes: ['orders.place', 'companies.read', 'buyer.basket', 'buyer.orders', 'buyer.quotes'],
    agentTool: 'price_lines',
    summary: 'Price lines, with freight and tax, and say what is wrong with each',
    body: PriceQuestion,
    answer: Priced,
    errors: ['UNKNOWN_UNIT', 'RATE_LIMITED', 'UNAUTHENTICATED', 'INVALID_TOKEN', 'TOKEN_EXPIRED', 'COMPANY_NOT_FOUND'],
  },
  getBasket: {
    call: 'GET /my-basket',
    access: 'signed-in',
    scopes: ['orders.place', 'buyer.basket'],
    agentTool: 'get_basket',
    summary: "The caller's basket, priced",
    query: BasketQuery,
    answer: Basket,
    errors: ['COMPANY_NOT_FOUND'],
  },
  replaceBasket: {
    call: 'PUT /my-basket',
    access: 'signed-in',
    scopes: ['orders.place', 'buyer.basket'],
    agentTool: 'set_basket',
    summary: "Replace the caller's basket; with a version, only if it has not changed since",
    query: BasketQuery,
    body: BasketReplacement,
    answer: Basket,
    errors: ['STALE_BASKET', 'BASKET_FULL', 'TOOL_NOT_FOUND', 'UNKNOWN_UNIT', 'COMPANY_NOT_FOUND'],
  },
  changeBasket: {
    call: 'PATCH /my-basket',
    access: 'signed-in',
    scopes: ['orders.place', 'buyer.basket'],
    summary: "Set quantities in the caller's basket; 0 removes a tool",
    query: BasketQuery,
    body: BasketChange,
    answer: Basket,
    errors: ['BASKET_FULL', 'TOOL_NOT_FOUND', 'UNKNOWN_UNIT', 'COMPANY_NOT_FOUND'],
  },
  joinBasket: {
    call: 'POST /my-basket/join',
    access: 'signed-in',
    scopes: ['orders.place', 'buyer.basket'],
    summary: "Merge a visitor's basket into the caller's; each tool keeps the larger quantity",
    query: BasketQuery,
    body: BasketJoin,
    answer: Basket,
    errors: ['BASKET_FULL', 'COMPANY_NOT_FOUND'],
  },
});
