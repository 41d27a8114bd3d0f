import ts from "typescript";

export interface Mutant {
  start: number;
  end: number;
  replacement: string;
  /** Number of the line, from 1. */
  line: number;
}

const OPERATORS = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, "==="],
  [ts.SyntaxKind.LessThanToken, "<="],
  [ts.SyntaxKind.LessThanEqualsToken, "<"],
  [ts.SyntaxKind.GreaterThanToken, ">="],
  [ts.SyntaxKind.GreaterThanEqualsToken, ">"],
  [ts.SyntaxKind.AmpersandAmpersandToken, "||"],
  [ts.SyntaxKind.BarBarToken, "&&"],
  [ts.SyntaxKind.PlusToken, "-"],
  [ts.SyntaxKind.MinusToken, "+"],
  [ts.SyntaxKind.AsteriskToken, "/"],
  [ts.SyntaxKind.SlashToken, "*"],
]);
const SQL_WORDS = { NOT: "", AND: " OR ", OR: " AND " };
const METHODS = new Map([
  ["some", "every"],
  ["every", "some"],
  ["min", "max"],
  ["max", "min"],
  ["startsWith", "endsWith"],
]);

/** Lists small changes of a TypeScript module that its tests should notice, one at a time. */
export function findMutants(text: string): Mutant[] {
  const source = ts.createSourceFile("module.ts", text, ts.ScriptTarget.Latest, true);
  const mutants: Mutant[] = [];
  const add = (node: ts.Node, replacement: string) => {
    const start = node.getStart(source);
    mutants.push({
      start,
      end: node.getEnd(),
      replacement,
      line: source.getLineAndCharacterOfPosition(start).line + 1,
    });
  };
  const addSql = (template: ts.TemplateLiteral) => {
    const start = template.getStart(source);
    for (const { 0: word, index } of template.getText(source).matchAll(/\bNOT | AND | OR /g))
      mutants.push({
        start: start + index,
        end: start + index + word.length,
        replacement: SQL_WORDS[word.trim() as keyof typeof SQL_WORDS],
        line: source.getLineAndCharacterOfPosition(start + index).line + 1,
      });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    const replacement = replace(node, source);
    if (replacement !== null) add(node, replacement);
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText(source).startsWith("sql"))
      addSql(node.template);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return mutants;
}

/** Returns null for a node that stays as it is. */
function replace(node: ts.Node, source: ts.SourceFile): string | null {
  const { parent } = node;
  if (ts.isBinaryExpression(parent) && node === parent.operatorToken)
    return isText(parent.left) || isText(parent.right) ? null : (OPERATORS.get(node.kind) ?? null);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return node.operand.getText(source);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return "false";
  if (node.kind === ts.SyntaxKind.FalseKeyword) return "true";
  if (ts.isNumericLiteral(node)) return String(Number(node.text) + 1);
  if (ts.isStringLiteral(node) && node.text !== "" && !isName(node)) return '""';
  if (ts.isIdentifier(node) && ts.isPropertyAccessExpression(parent) && node === parent.name)
    return METHODS.get(node.text) ?? null;
  if (ts.isIfStatement(parent) && node === parent.expression) return `!(${node.getText(source)})`;
  if (ts.isConditionalExpression(parent) && node === parent.condition)
    return `!(${node.getText(source)})`;
  return null;
}

const isText = (node: ts.Node) => ts.isStringLiteral(node) || ts.isTemplateExpression(node);

/** A property's name is part of the types. */
const isName = ({ parent }: ts.StringLiteral) =>
  ts.isPropertyAssignment(parent) && ts.isStringLiteral(parent.name);

/** Returns the module with the change. */
export function applyMutant(text: string, { start, end, replacement }: Mutant): string {
  return text.slice(0, start) + replacement + text.slice(end);
}
