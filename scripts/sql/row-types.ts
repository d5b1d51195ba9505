import { join, relative } from 'node:path';
import ts from 'typescript';
import { root } from './rooms.ts';

/** A place that reads rows, with the fields that its row type has. */
export type Reading = {
  /** `packages/tasks/src/x.ts:12`. */
  readonly at: string;
  /** Names of the fields, and whether each may be missing. Undefined where the caller of a function says the type. */
  readonly fields: Readonly<Record<string, 'required' | 'optional'>> | undefined;
};

/** Every call of `all`, `get` and `each` of a `ReadDb` that names a row type, in the packages and the app. */
export function readingsInSource(): readonly Reading[] {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, 'tsconfig.json'),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: () => undefined,
    },
  );
  const isSource = (file: string) =>
    /\/(?:packages|apps\/cw)\/.*\bsrc\//.test(file) && !/\.(?:test|contract)\.ts$|testing\.ts$/.test(file);
  const program = ts.createProgram((config?.fileNames ?? []).filter(isSource), { ...config?.options, noEmit: true });
  const checker = program.getTypeChecker();
  return program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(root) && isSource(fileName))
    .flatMap((file) => readingsIn(file, checker));
}

function readingsIn(file: ts.SourceFile, checker: ts.TypeChecker): readonly Reading[] {
  const found: Reading[] = [];
  const visit = (node: ts.Node): void => {
    const row = ts.isCallExpression(node) ? node.typeArguments?.[0] : undefined;
    if (ts.isCallExpression(node) && row !== undefined && isReadOf(node, checker)) {
      const { line } = file.getLineAndCharacterOfPosition(node.expression.getEnd());
      found.push({ at: `${relative(root, file.fileName)}:${line + 1}`, fields: fieldsOf(row, checker) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Whether it reads from a database, and is not some other method of the name. */
function isReadOf({ expression }: ts.CallExpression, checker: ts.TypeChecker): boolean {
  if (!ts.isPropertyAccessExpression(expression) || !['all', 'get', 'each'].includes(expression.name.text))
    return false;
  const declared = checker.getSymbolAtLocation(expression.name)?.declarations?.[0]?.getSourceFile().fileName ?? '';
  return declared.endsWith('/storage/src/ports/read-db.ts');
}

function fieldsOf(row: ts.TypeNode, checker: ts.TypeChecker): Reading['fields'] {
  if (namesParameter(row, checker)) return undefined;
  const type = checker.getTypeFromTypeNode(row);
  return Object.fromEntries(
    checker
      .getPropertiesOfType(type)
      .map(({ name, flags }) => [name, (flags & ts.SymbolFlags.Optional) === 0 ? 'required' : 'optional']),
  );
}

/** Whether a type is only known to who calls the function around it. */
function namesParameter(node: ts.Node, checker: ts.TypeChecker): boolean {
  if (ts.isTypeReferenceNode(node) && (checker.getTypeFromTypeNode(node).flags & ts.TypeFlags.TypeParameter) !== 0)
    return true;
  return ts.forEachChild(node, (child) => namesParameter(child, checker) || undefined) ?? false;
}
