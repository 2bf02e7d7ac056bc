import { company } from './company.ts';

/** What the demo's papers and e-invoices say of the shop. Made up; the owner's own take their place, and the end of the demo takes them away. */
export const demoFacts = {
  vatId: 'BD001847203-0101',
  registration: 'C-184720/2009',
  invoiceAddress: {
    street: 'Plot 14, Tejgaon Industrial Area',
    extra: '',
    postalCode: '1208',
    town: 'Dhaka',
    region: '',
    country: 'BD',
  },
  contact: { name: 'Accounts', phone: company.phone, email: company.email },
  peppolId: '0088:8900000000012',
  bankAccount: { holder: company.name, account: '0150204471903', bic: '', bank: 'Demo Bank, Dhaka' },
};
