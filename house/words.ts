import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import ts from 'typescript';
import { projectRoot } from '#server/project-root.ts';

/** Names of the calls that say a message: its first argument is one. */
const SAYING = new Set(['say', 'message', 'sentence', 'tell']);

/** Where those calls come from: what is called so elsewhere is something else. */
export const SPEAKERS =
  /from '[^']*(?:\/messages|\/sentences|engine\/words\/\w+|\/paper-(?:words|parts)|\/order-letter)\.ts'/;

/**
 * The messages that a file says.
 * @param path for what is said where one cannot be read
 * @param speakers imports of what says them
 */
export function messagesIn(path: string, source: string, speakers = SPEAKERS): string[] {
  if (!speakers.test(source) && path !== 'contract/sentences.ts') return [];
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && SAYING.has(node.expression.text)) {
      const [text] = node.arguments;
      if (text && ts.isStringLiteralLike(text)) found.push(text.text);
      else if (text && ts.isTemplateExpression(text))
        throw new Error(`${path}: a message is one text: ${text.getText()}`);
    }
    ts.forEachChild(node, look);
  };
  look(file);
  return found;
}

/** Complaints of schemas that are given a text where they are made. @param path for what is said of one */
export function barelySaid(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const value = (name: string) =>
        node.properties.filter(ts.isPropertyAssignment).find((each) => each.name.getText() === name)?.initializer;
      const message = value('message');
      const isBare = message && (ts.isStringLiteralLike(message) || ts.isTemplateExpression(message));
      if (isBare && value('code')?.getText() === "'custom'") found.push(`${path}: ${node.getText()}`);
    }
    ts.forEachChild(node, look);
  };
  look(file);
  return found;
}

/** The words of a language: what each message is in it, by the subjects of its files. */
export function wordsOf(language: string): Map<string, { subject: string; text: string }> {
  const folder = join(projectRoot, 'content', language);
  const words = new Map<string, { subject: string; text: string }>();
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.json'))) {
    const subject = name.replace('.json', '');
    const file = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, string>;
    for (const [message, text] of Object.entries(file)) {
      if (words.has(message)) throw new Error(`Twice in content/${language}: ${message}`);
      words.set(message, { subject, text });
    }
  }
  return words;
}

/** What a message is filled in with: each name with its kind, in the order of the alphabet. @throws where it is no ICU message */
export function filledIn(text: string): string[] {
  const names = new Set<string>();
  const look = (elements: MessageFormatElement[]): void => {
    for (const element of elements) {
      if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
      const kind = element.type === TYPE.number ? ', number' : element.type === TYPE.plural ? ', plural' : '';
      names.add(`${element.value}${kind}`);
      if (element.type === TYPE.plural || element.type === TYPE.select)
        for (const { value } of Object.values(element.options)) look(value);
    }
  };
  look(parse(text));
  return [...names].toSorted();
}
