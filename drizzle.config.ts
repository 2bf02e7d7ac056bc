import { defineConfig } from 'drizzle-kit';

export default defineConfig({ dialect: 'postgresql', schema: './server/**/*.sql.ts', out: './.cache/drizzle' });
