// Writes the types that a client in TypeScript gets from /openapi.json, for the test that uses the shop through them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { describe } from '#server/office/docs/openapi.ts';

const file = fileURLToPath(new URL('../.cache/openapi/schema.ts', import.meta.url));
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, astToString(await openapiTS(JSON.stringify(await describe('http://localhost:3000')))));
