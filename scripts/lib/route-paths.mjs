import { readFileSync } from "node:fs";

const table = readFileSync(new URL("../../app/routes.ts", import.meta.url), "utf8");
/** The first segments of the site's paths. */
const SEGMENTS = new Set([
  "api",
  ...[...table.matchAll(/\broute\("([\w.-]+)/g)].map(([, name]) => name),
]);

/** Reports strings that are paths of the site, which `href` checks against `app/routes.ts`. */
const useHref = {
  meta: {
    type: "problem",
    schema: [],
    messages: { path: "Write href(…) of react-router, so that the path is one of app/routes.ts." },
  },
  create(context) {
    const check = (node, text) => {
      // What ends with a slash is the beginning of paths.
      const [, segment] = /^\/([\w.-]+)(?:$|[?#]|\/.*[^/]$)/.exec(text) ?? [];
      if (SEGMENTS.has(segment)) context.report({ node, messageId: "path" });
    };
    return {
      Literal(node) {
        const { parent } = node;
        if (typeof node.value !== "string") return;
        if (parent.type === "CallExpression" && parent.callee.name === "href") return;
        if (parent.type === "Property" && parent.key === node) return;
        check(node, node.value);
      },
      TemplateLiteral(node) {
        const [{ value }] = node.quasis;
        // What follows a slash is a segment, and anything else a query.
        const rest = value.cooked.endsWith("/") ? "…" : "?";
        check(node, node.expressions.length === 0 ? value.cooked : value.cooked + rest);
      },
    };
  },
};

/** ESLint's form of a plugin, which the linter loads. */
export default { meta: { name: "routes" }, rules: { "use-href": useHref } };
