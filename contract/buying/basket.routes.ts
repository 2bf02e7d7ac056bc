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
    summary: 'What lines would cost, with freight and tax, and what is wrong with each',
    body: PriceQuestion,
    answer: Priced,
    errors: ['RATE_LIMITED', 'UNAUTHENTICATED', 'INVALID_TOKEN', 'TOKEN_EXPIRED', 'COMPANY_NOT_FOUND'],
  },
  getBasket: {
    call: 'GET /my-basket',
    access: 'signed-in',
    scopes: ['orders.place', 'buyer.basket'],
    agentTool: 'get_basket',
    summary: 'The own basket, priced',
    query: BasketQuery,
    answer: Basket,
    errors: ['COMPANY_NOT_FOUND'],
  },
  replaceBasket: {
    call: 'PUT /my-basket',
    access: 'signed-in',
    scopes: ['orders.place', 'buyer.basket'],
    agentTool: 'set_basket',
    summary: 'Replace what is in the own basket; with a version, only if it is still that one',
    query: BasketQuery,
    body: BasketReplacement,
    answer: Basket,
    errors: ['STALE_BASKET', 'BASKET_FULL', 'TOOL_NOT_FOUND', 'COMPANY_NOT_FOUND'],
  },
  changeBasket: {
    call: 'PATCH /my-basket',
    access: 'signed-in',
    scopes: ['orders.place', 'buyer.basket'],
    summary: 'Set quantities in the own basket; 0 takes a tool out',
    query: BasketQuery,
    body: BasketChange,
    answer: Basket,
    errors: ['BASKET_FULL', 'TOOL_NOT_FOUND', 'COMPANY_NOT_FOUND'],
  },
  joinBasket: {
    call: 'POST /my-basket/join',
    access: 'signed-in',
    scopes: ['orders.place', 'buyer.basket'],
    summary: "Join a visitor's basket with the own one: of each tool the larger quantity stays",
    query: BasketQuery,
    body: BasketJoin,
    answer: Basket,
    errors: ['BASKET_FULL', 'COMPANY_NOT_FOUND'],
  },
});
