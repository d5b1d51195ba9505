import ts from 'typescript';

/** Names of what says that something is under way. */
const flag =
  /^(?:is|was|are)?(?:busy|running|reading|trying|looking|working|loading|asking|connecting|inFlight|underWay|pending|sending|saving|refreshing|polling|locked|writing|fetching|starting|stopping)$/i;

/**
 * What a source file keeps while something is under way, so that it is not begun twice: promises and maps of them, flags
 * by their names, and whatever keeps something from beginning, and is set to true and to false again by what waits. A name
 * for each, once.
 */
export function keptWhileUnderWay(text: string, file = 'source.tsx'): readonly string[] {
  const nodes = nodesOf(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  const variables = nodes.filter(ts.isVariableDeclaration);
  const members = nodes.filter(isMember);
  const byForm = [...variables.flatMap(keptByVariable), ...members.filter(isKeptMember).map(memberName)];
  const changeable = [
    ...variables.filter(isMutable).flatMap(({ name }) => namesIn(name)),
    ...members.filter((member) => !isReadonly(member)).map(memberName),
  ];
  const assigned = nodes.flatMap((node) => assignedFlag(node).filter(() => isWaitedFor(node)));
  const isSet = (name: string, to: boolean) => assigned.some((each) => each.name === name && each.to === to);
  const heeded = new Set(nodes.filter(ts.isIfStatement).flatMap(heededBy));
  const byUse = changeable.filter((name) => heeded.has(name) && isSet(name, true) && isSet(name, false));
  return [...new Set([...byForm, ...byUse])];
}

function nodesOf(node: ts.Node): readonly ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (each: ts.Node): void => {
    nodes.push(each);
    ts.forEachChild(each, visit);
  };
  visit(node);
  return nodes;
}

type Member = ts.PropertySignature | ts.PropertyDeclaration | ts.PropertyAssignment | ts.ParameterPropertyDeclaration;

function isMember(node: ts.Node): node is Member {
  if (ts.isParameter(node)) return ts.isParameterPropertyDeclaration(node, node.parent);
  return ts.isPropertySignature(node) || ts.isPropertyDeclaration(node) || ts.isPropertyAssignment(node);
}

function memberName({ name }: { readonly name: ts.Node }): string {
  return name
    .getText()
    .replace(/^#/, '')
    .replace(/^(['"])(.*)\1$/, '$2');
}

function keptByVariable(node: ts.VariableDeclaration): readonly string[] {
  const names = namesIn(node.name);
  if (isMapOfPromises(node)) return names;
  const ref = refOf(node.initializer);
  if (ref !== undefined)
    return names.filter((name) => (flag.test(name) ? isBooleanLiteral(ref.arguments[0]) : mentionsPromise(ref)));
  if (!isMutable(node)) return [];
  if (isPromise(node.type)) return names;
  const isFlag = !ts.isIdentifier(node.name) || isBoolean(node);
  return isFlag ? names.filter((name) => flag.test(name)) : [];
}

function isKeptMember(node: Member): boolean {
  const name = memberName(node);
  if (ts.isPropertyAssignment(node)) return flag.test(name) && isBooleanLiteral(node.initializer) && !isArgument(node);
  if (isMapOfPromises(node)) return true;
  if (isReadonly(node)) return false;
  return isPromise(node.type) || (flag.test(name) && isBoolean(node));
}

/** Of a call it is what is told, and kept by nobody here. */
function isArgument({ parent }: ts.PropertyAssignment): boolean {
  return !ts.isVariableDeclaration(outermost(parent).parent);
}

function outermost(node: ts.Expression): ts.Expression {
  let outer: ts.Expression = node;
  while (
    ts.isAsExpression(outer.parent) ||
    ts.isSatisfiesExpression(outer.parent) ||
    ts.isParenthesizedExpression(outer.parent)
  )
    outer = outer.parent;
  return outer;
}

/** Each name that a declaration binds, also in arrays and objects. */
function namesIn(name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : namesIn(element.name)));
}

function isMutable(node: ts.VariableDeclaration): boolean {
  return (node.parent.flags & ts.NodeFlags.Const) === 0;
}

function isReadonly(node: Member): boolean {
  const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
  return modifiers.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword);
}

function isBoolean(node: {
  readonly type?: ts.TypeNode | undefined;
  readonly initializer?: ts.Expression | undefined;
}): boolean {
  if (node.type !== undefined) return /\bboolean\b/.test(node.type.getText()) && !ts.isFunctionTypeNode(node.type);
  return node.initializer === undefined || isBooleanLiteral(node.initializer);
}

function isBooleanLiteral(node: ts.Node | undefined): boolean {
  return node?.kind === ts.SyntaxKind.FalseKeyword || node?.kind === ts.SyntaxKind.TrueKeyword;
}

function mentionsPromise(node: ts.Node): boolean {
  return /\bPromise(?:Like)?</.test(node.getText());
}

/** Whether something of this type may itself be a promise; a function that answers one is begun anew at each call. */
function isPromise(type: ts.TypeNode | undefined): boolean {
  if (type === undefined) return false;
  if (ts.isUnionTypeNode(type)) return type.types.some(isPromise);
  if (ts.isParenthesizedTypeNode(type)) return isPromise(type.type);
  if (ts.isTupleTypeNode(type))
    return type.elements.some((element) => isPromise(ts.isNamedTupleMember(element) ? element.type : element));
  return ts.isTypeReferenceNode(type) && /^Promise(?:Like)?$/.test(type.typeName.getText());
}

/** `new Map<string, Promise<…>>()`, or a map whose type was said before. */
function isMapOfPromises(node: Member | ts.VariableDeclaration): boolean {
  const isMap = /^(?:new )?(?:Weak)?Map</;
  const parts = ts.isPropertyAssignment(node)
    ? [node.initializer]
    : [ts.isPropertySignature(node) ? node.type : node.type, 'initializer' in node ? node.initializer : undefined];
  return parts.some((part) => part !== undefined && isMap.test(part.getText()) && holdsPromises(part));
}

function holdsPromises(node: ts.Node): boolean {
  const kinds = ts.isNewExpression(node) || ts.isTypeReferenceNode(node) ? (node.typeArguments ?? []) : [];
  return kinds.some(isPromise);
}

function refOf(node: ts.Expression | undefined): ts.CallExpression | undefined {
  return node !== undefined && ts.isCallExpression(node) && /^(?:React\.)?useRef$/.test(node.expression.getText())
    ? node
    : undefined;
}

/** What `name = true` and `it.name = false` set. */
function assignedFlag(node: ts.Node): readonly { readonly name: string; readonly to: boolean }[] {
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return [];
  if (!isBooleanLiteral(node.right)) return [];
  const to = node.right.kind === ts.SyntaxKind.TrueKeyword;
  if (ts.isIdentifier(node.left)) return [{ name: node.left.text, to }];
  return ts.isPropertyAccessExpression(node.left) ? [{ name: memberName(node.left), to }] : [];
}

/** What keeps something from beginning: the names in `if (busy) return`, `if (!busy) begin()`. */
function heededBy({ expression, thenStatement }: ts.IfStatement): readonly string[] {
  const first = ts.isBlock(thenStatement) ? thenStatement.statements[0] : thenStatement;
  const isRefusal = first !== undefined && (ts.isReturnStatement(first) || ts.isThrowStatement(first));
  const names: string[] = [];
  const look = (node: ts.Node, isDenied: boolean): void => {
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
      look(node.operand, !isDenied);
      return;
    }
    if (ts.isPropertyAccessExpression(node)) {
      if (isRefusal !== isDenied) names.push(memberName(node));
      return;
    }
    if (ts.isIdentifier(node) && isRefusal !== isDenied) names.push(node.text);
    ts.forEachChild(node, (child) => look(child, isDenied));
  };
  look(expression, false);
  return names;
}

/** Whether the function around waits for something, or is called when something has been waited for. */
function isWaitedFor(node: ts.Node): boolean {
  let around: ts.Node | undefined = node.parent;
  while (around !== undefined && !ts.isFunctionLike(around)) around = around.parent;
  if (around === undefined) return false;
  const isCallback = ts.isCallExpression(around.parent) && afterwards.test(around.parent.expression.getText());
  return isCallback || /\bawait\b|\.(?:then|finally)\(/.test(around.getText());
}

const afterwards = /\.(?:then|catch|finally)$/;
