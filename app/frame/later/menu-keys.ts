/**
 * The arrow down opens the menu of the focused button and enters it; in a menu the arrows, Home and
 * End move the focus.
 */
export function handleMenuKeys(event: KeyboardEvent): void {
  const { target, key } = event;
  if (!(target instanceof HTMLElement)) return;
  const to =
    target instanceof HTMLButtonElement && target.popoverTargetElement?.matches("[data-menu]")
      ? enter(target, key)
      : move(target, key);
  if (to === undefined) return;
  event.preventDefault();
  to.focus();
}

function enter(button: HTMLButtonElement, key: string): HTMLElement | undefined {
  const { popoverTargetElement: menu } = button;
  if (key !== "ArrowDown" || menu === null) return undefined;
  // A click also tells the menu which button it belongs to.
  if (!menu.matches(":popover-open")) button.click();
  return itemsOf(menu)[0];
}

function move(target: HTMLElement, key: string): HTMLElement | undefined {
  const menu = target.closest("[data-menu]");
  if (menu === null) return undefined;
  const items = itemsOf(menu);
  const at = items.indexOf(target);
  const to = { ArrowDown: (at + 1) % items.length, ArrowUp: at - 1, Home: 0, End: -1 }[key];
  return to === undefined ? undefined : items.at(to);
}

function itemsOf(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>("a, button")];
}
