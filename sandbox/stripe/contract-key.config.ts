/** A test key of a real Stripe account, for `stripe-contract.test.ts` alone; never a live one. */
export const contractKey = process.env['STRIPE_CONTRACT_KEY'] || undefined;

if (contractKey && !/^(sk|rk)_test_/.test(contractKey)) {
  throw new Error('STRIPE_CONTRACT_KEY must be a test key, starting with sk_test_: the contract test makes payments.');
}
