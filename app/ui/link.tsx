// eslint-disable-next-line no-restricted-imports -- wrapped here
import { Link as RouterLink, type LinkProps } from "react-router";

/** A path of this site that the router would not change. */
const CLEAN_PATH = /^\/(?!\/)(?!.*(?:\/\/|\/\.|[?#]$))/;

/**
 * The same HTML without the router's hooks, which take a tenth of a page's time: the server has no
 * clicks. Other targets than paths are the router's to resolve.
 */
export function ServerLink(props: LinkProps) {
  const { to, discover = "render", mask } = props;
  if (typeof to !== "string" || mask !== undefined || !CLEAN_PATH.test(to))
    return <RouterLink {...props} />;
  return (
    <a
      {...attributesOf(props)}
      href={to}
      data-discover={discover === "render" ? "true" : undefined}
    />
  );
}

function attributesOf({
  to: _to,
  discover: _discover,
  prefetch: _prefetch,
  relative: _relative,
  reloadDocument: _reloadDocument,
  replace: _replace,
  mask: _mask,
  state: _state,
  preventScrollReset: _preventScrollReset,
  viewTransition: _viewTransition,
  defaultShouldRevalidate: _defaultShouldRevalidate,
  ...attributes
}: LinkProps) {
  return attributes;
}

export const Link = import.meta.env.SSR ? ServerLink : RouterLink;
