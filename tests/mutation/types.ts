import { join } from "node:path";
import ts from "typescript";

const FORMAT: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (file) => file,
  getCurrentDirectory: () => ts.sys.getCurrentDirectory(),
  getNewLine: () => "\n",
};

/** Tells whether a module has a type error when it has another text. */
export type TypeCheck = (file: string, text: string) => boolean;

/**
 * Reads the project once for many checks. Only the changed module's own errors count, which says
 * enough about changes inside of it. Throws when it has one without a change.
 */
export function createTypeCheck(root: string, files: readonly string[]): TypeCheck {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, "tsconfig.json"),
    { incremental: false, tsBuildInfoFile: undefined },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: refuse },
  );
  if (config === undefined) throw new Error("There is no tsconfig.json.");
  const names = [
    ...files.map((file) => join(root, file)),
    ...config.fileNames.filter((name) => name.endsWith(".d.ts")),
  ];
  const changed = { name: "", text: "", version: 0 };
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => config.options,
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => names,
    getScriptVersion: (name) => String(name === changed.name ? changed.version : 0),
    getScriptSnapshot: (name) => {
      const text = name === changed.name ? changed.text : ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
  });
  const errors = (file: string) => service.getSemanticDiagnostics(join(root, file));
  for (const file of files) for (const error of errors(file)) refuse(error);
  return (file, text) => {
    Object.assign(changed, { name: join(root, file), text, version: changed.version + 1 });
    return errors(file).length > 0;
  };
}

function refuse(error: ts.Diagnostic): never {
  throw new Error(ts.formatDiagnostic(error, FORMAT));
}
