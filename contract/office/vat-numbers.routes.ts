import { defineRoutes } from '../route.ts';
import { VatAnswer, VatQuestion } from './vat-numbers.ts';

export const vatNumberRoutes = defineRoutes({
  checkVatNumber: {
    call: 'POST /vat-number',
    key: 'none',
    access: 'signed-in',
    scopes: ['orders.place'],
    summary: 'Check a VAT number in the register of the European Union',
    body: VatQuestion,
    answer: VatAnswer,
    errors: ['RATE_LIMITED'],
  },
});
