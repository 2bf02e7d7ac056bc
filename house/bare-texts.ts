import ts from 'typescript';

/** What an expression between tags can become. */
type Kind = 'text' | 'element' | 'nothing' | 'unknown';

/** Names under which elements are handed on, never texts beside others. */
const ELEMENTS = new Set(['children', 'outcome']);

/** Whether there is anything to translate; blanks stay as they are. */
const isWord = (text: string) => /\S/.test(text);

function kindsOf(node: ts.Expression): Set<Kind> {
  if (ts.isParenthesizedExpression(node)) return kindsOf(node.expression);
  if (ts.isConditionalExpression(node)) return new Set([...kindsOf(node.whenTrue), ...kindsOf(node.whenFalse)]);
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return new Set(['nothing', ...kindsOf(node.right)]);
    if (kind === ts.SyntaxKind.PlusToken) return new Set(['text']);
    return new Set([...kindsOf(node.left), ...kindsOf(node.right)]);
  }
  if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)) return new Set(['element']);
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
    return new Set([isWord(node.text) ? 'text' : 'nothing']);
  if (ts.isTemplateExpression(node) || ts.isNumericLiteral(node)) return new Set(['text']);
  if (node.kind === ts.SyntaxKind.NullKeyword || node.kind === ts.SyntaxKind.FalseKeyword) return new Set(['nothing']);
  if (ts.isIdentifier(node) && ELEMENTS.has(node.text)) return new Set(['element']);
  return ts.isCallExpression(node) && isOfElements(node) ? new Set(['element', 'nothing']) : new Set(['unknown']);
}

/** Whether a call makes elements, none or some. */
function isOfElements({ expression }: ts.CallExpression): boolean {
  const called = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  return ts.isIdentifier(called) && ['map', 'flatMap', 'createPortal'].includes(called.text);
}

function kindsOfChild(child: ts.JsxChild): Set<Kind> {
  if (ts.isJsxText(child)) return new Set([isWord(child.text) ? 'text' : 'nothing']);
  if (ts.isJsxExpression(child)) return child.expression ? kindsOf(child.expression) : new Set(['nothing']);
  return new Set(['element']);
}

/**
 * Texts that a page loses hold of once a browser has translated it, which puts elements of its own in their places: a text
 * beside others that comes and goes cannot be taken away then, and nothing can be put before one.
 * @returns where they stand: the line and what is there
 */
export function bareTexts(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) lookAt(node.children);
    ts.forEachChild(node, look);
  };
  const lookAt = (children: readonly ts.JsxChild[]) => {
    const shown = children
      .map((child) => ({ child, kinds: kindsOfChild(child) }))
      .filter(({ child, kinds }) => !ts.isJsxText(child) || kinds.has('text'));
    if (shown.length < 2) return;
    let isBehindGuest = false;
    for (const { child, kinds } of shown) {
      const goes = kinds.size > 1 && (kinds.has('nothing') || kinds.has('element'));
      const mayBeText = kinds.has('text') || kinds.has('unknown');
      if ((goes && kinds.has('text')) || (isBehindGuest && mayBeText)) {
        const { line } = file.getLineAndCharacterOfPosition(child.getStart());
        found.push(`${path}:${line + 1} ${child.getText().trim().slice(0, 60)}`);
      }
      if (goes && kinds.has('element')) isBehindGuest = true;
    }
  };
  look(file);
  return found;
}
