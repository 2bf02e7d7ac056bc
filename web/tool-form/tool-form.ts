import type { UseFormReturn } from 'react-hook-form';
import type { NewTool } from '#contract/catalogue/tools.ts';
import type { ToolInput } from './fields.ts';

/** A tool's form: what is typed into it, and what the contract takes of that. */
export type ToolForm = UseFormReturn<ToolInput, unknown, NewTool>;
