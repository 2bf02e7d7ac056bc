// Starts the example: SHOP=http://localhost:3000 KEY=tbk_… npm run erp. With WEBHOOK_SECRET it also listens on PORT for what
// the shop tells, once a webhook for tool.changed is made in the dashboard with this address.
import { createErp } from './erp.ts';

const { SHOP = 'http://localhost:3000', KEY, WEBHOOK_SECRET, PORT = '4100' } = process.env;

if (!KEY) {
  console.error('Give KEY: make one under API Keys in the dashboard, for tools.read and tools.stock.');
  process.exit(1);
}
const erp = createErp({ shop: SHOP, key: KEY });
await erp.readAll();
for (const { sku, pieces } of erp.stock.values()) if (sku !== null) console.log(`${sku}: ${pieces}`);
console.log(`${erp.stock.size} tools are known`);
if (WEBHOOK_SECRET) {
  erp.listen(() => WEBHOOK_SECRET).listen(Number(PORT), () => console.log(`Listening on port ${PORT}`));
}
