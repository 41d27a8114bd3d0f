import { href, Link } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { icon } from "~/ui/icons";
import type { AnimeCardData } from "./anime-card";

/** Leads from a card that stands for its franchise to all of its titles. */
export function FranchiseOthers({ card }: { card: AnimeCardData }) {
  const { t } = useI18n();
  if (card.others === undefined) return null;
  return (
    <Link
      to={href("/franchise/:id/:slug?", { id: String(card.id) })}
      aria-label={t("card.othersOf", { count: card.others, title: card.title.text })}
      className="inline-flex min-h-11 items-center gap-1.5 text-xs font-medium text-ink-soft hover:text-accent-text md:min-h-8"
    >
      {icon("layers", "before:size-3.5")}
      {t("card.others", { count: card.others })}
    </Link>
  );
}
