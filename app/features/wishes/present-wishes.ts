import type { I18n } from "~/i18n/i18n";
import type { WishSummary } from "./wishes.server";

/** What a page says of a wish, and what its button does. */
export interface WishView {
  /** What the form does; null where nothing can be asked for. */
  intent: "ask" | "withdraw" | null;
  label: string;
  /** The state in words; empty where nobody asked. */
  text: string;
}

/** Presents the wishes for a title: for the whole title, and for each of its episodes. */
export function presentWishes(
  { t }: I18n,
  wishes: readonly WishSummary[],
  { plays }: { plays: boolean },
): { title: WishView | null; episodes: Record<number, WishView>; other: WishView } {
  const present = (wish: WishSummary | undefined, playsHere: boolean): WishView => {
    const { count = 0, isOwn = false, reason = null } = wish ?? {};
    const isDeclined = !playsHere && reason !== null;
    return {
      intent: isOwn ? "withdraw" : isDeclined ? null : "ask",
      label: t(playsHere ? "wish.dismiss" : isOwn ? "wish.withdraw" : "wish.ask"),
      text: playsHere
        ? t("wish.isHere")
        : isDeclined
          ? t("wish.isDeclined", { reason })
          : isOwn
            ? t("wish.isOwn", { others: count - 1 })
            : count === 0
              ? ""
              : t("wish.count", { count }),
    };
  };
  const whole = wishes.find(({ episode }) => episode === null);
  return {
    title: plays && whole?.isOwn !== true ? null : present(whole, plays),
    episodes: Object.fromEntries(
      wishes.flatMap((wish) =>
        wish.episode === null ? [] : [[wish.episode, present(wish, false)]],
      ),
    ),
    other: present(undefined, false),
  };
}
