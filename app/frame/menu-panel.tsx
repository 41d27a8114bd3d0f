import type { MouseEvent, ReactNode } from "react";
import { classNames } from "~/ui/class-names";
import { PageLinks } from "./page-links";
import type { SitePage } from "./site-pages";

export const MENU_ITEM =
  "flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-sm text-ink-soft hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:font-semibold aria-[current]:text-ink";

interface MenuPanelProps {
  id: string;
  className: string;
  children: ReactNode;
}

/**
 * A native popover, which a button with its id as `popoverTarget` opens and Escape closes, also
 * without JavaScript.
 */
export function MenuPanel({ id, className, children }: MenuPanelProps) {
  return (
    <div
      id={id}
      popover="auto"
      data-menu
      onClick={closeOnLink}
      onFocus={loadMenuKeys}
      className={classNames(
        "fixed border border-rule bg-raised p-2 text-ink shadow-2xl overflow-y-auto",
        className,
      )}
    >
      {children}
    </div>
  );
}

interface MenuLinksProps {
  label: string;
  pages: readonly SitePage[];
  current: string | null;
}

export function MenuLinks({ label, pages, current }: MenuLinksProps) {
  return (
    <nav aria-label={label}>
      <ul>
        <PageLinks pages={pages} current={current} className={MENU_ITEM} />
      </ul>
    </nav>
  );
}

/** Loads the keys of a menu's button and panel once one of them has the focus. */
export function loadMenuKeys(): void {
  void import("./later/menu-keys").then(
    // Adding the same listener again has no effect.
    ({ handleMenuKeys }) => document.addEventListener("keydown", handleMenuKeys),
    () => undefined,
  );
}

/** Closes the popover whose link was followed. */
export function closeOnLink({ target, currentTarget }: MouseEvent<HTMLDivElement>): void {
  if (target instanceof Element && target.closest("a") !== null) currentTarget.hidePopover();
}
