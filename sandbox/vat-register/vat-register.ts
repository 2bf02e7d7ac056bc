/**
 * Stands in for the register of VAT numbers. What it says is in the number's last digit, so that each answer can be tried:
 * one that ends in 7 does not stand, in 8 it answers never, in 9 with what it should not, any other stands.
 */
export function vatRegisterStandIn(request: Request): Promise<Response> {
  return answer(request);
}

async function answer(request: Request): Promise<Response> {
  const asked: unknown = await request.json();
  const number = typeof asked === 'object' && asked !== null ? String(Reflect.get(asked, 'vatNumber')) : '';
  const last = number.match(/\d(?=\D*$)/)?.[0];
  if (last === '8') return new Promise(() => {});
  if (last === '9') return new Response('<html>Service unavailable</html>', { status: 200 });
  const valid = last !== '7';
  return Response.json({
    countryCode: Reflect.get(Object(asked), 'countryCode'),
    vatNumber: number,
    valid,
    name: valid ? 'Holder of the number' : '---',
    requestIdentifier: Reflect.get(Object(asked), 'requesterNumber') === undefined ? '' : `WAPI${number}`,
  });
}
