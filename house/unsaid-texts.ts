import ts from 'typescript';

/** Attributes whose values people read. */
const READ = new Set([
  'label',
  'title',
  'aria-label',
  'placeholder',
  'alt',
  'heading',
  'description',
  'legend',
  'hint',
]);

/** Words, and not a sign, a unit or a name between braces. */
const hasWords = (text: string) => /[A-Za-z]{2}/.test(text.replaceAll(/&\w+;/g, ''));

/**
 * Texts of a page that are said in one language alone: what stands between tags or in an attribute that people read, and is
 * not said by `say` of web/saying/say.ts.
 * @returns where they stand: the line and what is there
 */
export function unsaidTexts(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const note = (node: ts.Node) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${path}:${line + 1} ${node.getText().trim().replaceAll(/\s+/g, ' ').slice(0, 60)}`);
  };
  /** What an expression between tags or in an attribute can become. */
  const judge = (node: ts.Expression): void => {
    if (ts.isParenthesizedExpression(node)) judge(node.expression);
    else if (ts.isConditionalExpression(node)) {
      judge(node.whenTrue);
      judge(node.whenFalse);
    } else if (ts.isBinaryExpression(node)) judge(node.right);
    else if (ts.isStringLiteralLike(node) && hasWords(node.text)) note(node);
    else if (ts.isTemplateExpression(node)) {
      if (hasWords([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' '))) note(node);
    }
  };
  const look = (node: ts.Node): void => {
    if (ts.isJsxText(node) && hasWords(node.text)) note(node);
    if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent)) judge(node.expression);
    if (ts.isJsxAttribute(node) && READ.has(node.name.getText()) && node.initializer) {
      if (ts.isStringLiteral(node.initializer)) {
        if (hasWords(node.initializer.text)) note(node.initializer);
      } else if (ts.isJsxExpression(node.initializer) && node.initializer.expression)
        judge(node.initializer.expression);
    }
    ts.forEachChild(node, look);
  };
  look(file);
  return found;
}

/** Where `say` is anything but called, or names something else. @returns the line and what is there */
export function handedOn(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    const { parent } = node;
    if (ts.isIdentifier(node) && node.text === 'say' && !ts.isImportSpecifier(parent)) {
      const isCalled = ts.isCallExpression(parent) && parent.expression === node;
      if (!isCalled)
        found.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${parent.getText()}`);
    }
    ts.forEachChild(node, look);
  };
  look(file);
  return found;
}
