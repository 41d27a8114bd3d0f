/** Milliseconds for which a pointer rests on a card that it does not only cross. */
const HOVER_DELAY = 350;
/** Milliseconds that a pointer may take from the card to its preview. */
const LEAVE_DELAY = 300;
/** Milliseconds after which iOS and Android tell a long press from a tap. */
const PRESS_DELAY = 500;

/** A preview beside its card needs this room; with less, only a long press opens one. */
const HAS_ROOM = "(width >= 40rem)";

interface PreviewActions {
  open: (link: HTMLAnchorElement, isPressed: boolean) => void;
  close: () => void;
}

type Listen = <Type extends keyof DocumentEventMap>(
  type: Type,
  listener: (event: DocumentEventMap[Type]) => void,
  capture?: boolean,
) => void;

type FindLink = (target: EventTarget | null) => HTMLAnchorElement | null;

/**
 * Opens a preview for the card in the list on which a pointer rests, that has the keyboard's focus,
 * or that a finger presses for long. It stays while the pointer or the focus is on the card or the
 * preview, which is in the card's item, and Escape closes it (WCAG 1.4.13). The pointer or focus
 * reached `first` earlier, and a finger still presses `touched`. Returns a function that stops.
 */
export function watchCards(
  list: HTMLElement,
  { first, touched }: { first: EventTarget; touched: EventTarget | null },
  actions: PreviewActions,
): () => void {
  const stop = new AbortController();
  const on: Listen = (type, listener, capture = false) =>
    document.addEventListener(type, listener, { signal: stop.signal, capture });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let opened: Element | null = null;
  /** The item whose preview Escape closed; it stays closed until the card is left. */
  let dismissed: Element | null = null;

  const itemOf = (target: EventTarget | null) => {
    const item = target instanceof Element ? target.closest("li") : null;
    return item !== null && list.contains(item) ? item : null;
  };
  const linkOf: FindLink = (target) =>
    target instanceof Element && itemOf(target) !== null
      ? target.closest<HTMLAnchorElement>("a.card")
      : null;
  const open = (link: HTMLAnchorElement, isPressed = false) => {
    clearTimeout(timer);
    opened = itemOf(link);
    actions.open(link, isPressed);
  };
  const close = () => {
    clearTimeout(timer);
    opened = null;
    actions.close();
  };
  const openSoon = (link: HTMLAnchorElement) => {
    clearTimeout(timer);
    if (matchMedia(HAS_ROOM).matches && itemOf(link) !== dismissed)
      timer = setTimeout(open, HOVER_DELAY, link);
  };
  const closeSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(close, LEAVE_DELAY);
  };
  const reach = (target: EventTarget | null, leave: () => void) => {
    const item = itemOf(target);
    if (item !== dismissed) dismissed = null;
    const link = linkOf(target);
    if (item !== null && item === opened) clearTimeout(timer);
    else if (link !== null) openSoon(link);
    else leave();
  };

  on("pointerover", ({ target, pointerType }) => {
    if (pointerType === "touch") return;
    reach(target, () => {
      if ((opened?.querySelector(":focus-visible") ?? null) === null) closeSoon();
    });
  });
  on("focusin", ({ target }) => {
    if (target instanceof Element && target.matches(":focus-visible"))
      reach(target, () => {
        if (opened?.matches(":hover") !== true) close();
      });
  });
  on("keydown", ({ key }) => {
    if (key !== "Escape") return;
    const focused = document.activeElement;
    dismissed = opened ?? itemOf(focused);
    const link = opened?.querySelector<HTMLElement>("a.card");
    if (opened?.contains(focused) === true) link?.focus();
    close();
  });
  on("pointerdown", ({ target }) => {
    const isInPreview =
      target instanceof Element &&
      opened?.contains(target) === true &&
      target.closest("[popover]") !== null;
    if (opened !== null && !isInPreview) close();
  });
  const startPress = watchPresses(on, linkOf, (link) => open(link, true));

  const touchedLink = linkOf(touched);
  const firstLink = linkOf(first);
  if (touchedLink !== null) startPress(touchedLink);
  else if (firstLink?.matches(":hover, :focus-visible") === true) openSoon(firstLink);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

/** Calls `open` instead of the browser's menu. Returns a function that begins a press. */
function watchPresses(
  on: Listen,
  linkOf: FindLink,
  open: (link: HTMLAnchorElement) => void,
): (link: HTMLAnchorElement) => void {
  let pressed: HTMLAnchorElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLong = false;
  const finish = () => {
    if (pressed === null || isLong) return;
    clearTimeout(timer);
    isLong = true;
    open(pressed);
  };
  const start = (link: HTMLAnchorElement) => {
    pressed = link;
    timer = setTimeout(finish, PRESS_DELAY);
  };
  const end = () => {
    clearTimeout(timer);
    pressed = null;
  };
  on("pointerdown", ({ target, pointerType }) => {
    end();
    isLong = false;
    const link = linkOf(target);
    if (pointerType === "touch" && link !== null) start(link);
  });
  on("pointerup", end);
  // The finger scrolls.
  on("pointercancel", end);
  on("contextmenu", (event) => {
    if (pressed === null || linkOf(event.target) !== pressed) return;
    event.preventDefault();
    finish();
  });
  // Lifting the finger that opened the preview is no tap on the link.
  on(
    "click",
    (event) => {
      if (!isLong || linkOf(event.target) === null) return;
      isLong = false;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
  return start;
}
