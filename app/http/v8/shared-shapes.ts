import { parseAst, Visitor, type ESTree, type Plugin } from "vite";

/**
 * Gives objects in the server's bundle shared hidden classes. Node 20's V8 gives each object of `{
 * ...a, b: c }` one of its own: it takes 2 µs instead of 0.1, its properties are looked up slowly,
 * and it reaches the old generation. Objects that do not begin with a spread share theirs, and
 * `__proto__` with the usual prototype changes nothing else. Node 24 has no such problem.
 */
export function sharedShapes(): Plugin {
  return {
    name: "akari:shared-shapes",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "ssr",
    // This is the last step, so JSX and dependencies are included.
    generateBundle(_, bundle) {
      for (const output of Object.values(bundle))
        if (output.type === "chunk") output.code = nameThePrototype(output.code);
    },
  };
}

/** Exported for tests. */
export function nameThePrototype(code: string): string {
  const starts: number[] = [];
  new Visitor({
    ObjectExpression({ start, properties }) {
      if (properties[0]?.type === "SpreadElement" && !properties.some(isPrototype))
        starts.push(start + 1);
    },
  }).visit(parseAst(code));
  starts.sort((one, other) => one - other);
  let result = "";
  let done = 0;
  for (const start of starts) {
    result += `${code.slice(done, start)} __proto__: Object.prototype,`;
    done = start;
  }
  return result + code.slice(done);
}

/** Whether a property sets the prototype. An object may do so once. */
function isPrototype(property: ESTree.ObjectPropertyKind): boolean {
  if (property.type !== "Property" || property.computed) return false;
  const { key } = property;
  return (
    (key.type === "Identifier" ? key.name : key.type === "Literal" && key.value) === "__proto__"
  );
}
