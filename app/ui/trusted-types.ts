import { href } from "react-router";

/** A type that TypeScript's DOM library lacks. */
interface TrustedTypePolicyFactory {
  createPolicy(
    name: string,
    rules: {
      createHTML?: (markup: string) => string | null;
      createScriptURL?: (url: string) => string | null;
    },
  ): { createHTML(markup: string): string };
}

/** Creates script elements that do not run. */
const REACT_PLACEHOLDER = "<script></script>";

/** Elements in descriptions of the API's document. */
const INERT_ELEMENTS = new Set(
  "a blockquote br code del div em h1 h2 h3 h4 h5 h6 hr i li ol p pre s span strong table tbody td th thead tr ul".split(
    " ",
  ),
);
const INERT_ATTRIBUTES = new Set(["class", "href", "rel", "target", "title"]);

/**
 * Installs the policies that `require-trusted-types-for 'script'` needs: scripts of the build, and
 * markup that can run nothing.
 */
export function installTrustedTypes(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypePolicyFactory };
  if (trustedTypes === undefined) return;
  const inert = trustedTypes.createPolicy("inert-markup", { createHTML: (markup) => markup });
  trustedTypes.createPolicy("default", {
    createHTML: (markup) =>
      !markup.includes("<") ||
      markup === REACT_PLACEHOLDER ||
      isInert(new DOMParser().parseFromString(inert.createHTML(markup), "text/html"))
        ? markup
        : null,
    createScriptURL: (url) => (isBuildScript(new URL(url, document.baseURI)) ? url : null),
  });
}

function isInert(parsed: Document): boolean {
  return [...parsed.head.children, ...parsed.body.querySelectorAll("*")].every(
    (element) =>
      INERT_ELEMENTS.has(element.localName) &&
      [...element.attributes].every(({ name }) => INERT_ATTRIBUTES.has(name)) &&
      (!(element instanceof HTMLAnchorElement) || /^(?:https?)?:$/.test(element.protocol)),
  );
}

function isBuildScript({ origin, pathname }: URL): boolean {
  return (
    origin === window.location.origin &&
    (pathname.startsWith("/assets/") || pathname === href("/service-worker.js"))
  );
}
