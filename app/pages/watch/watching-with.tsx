import { Users } from "lucide-react";
import { Form } from "react-router";
import type { Companion } from "~/features/accounts/household/also-watching.server";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";

/** Chooses the profiles of the household for which the episode counts, too. */
export function WatchingWith({ companions }: { companions: readonly Companion[] }) {
  const { t, formatList } = useI18n();
  if (companions.length === 0) return null;
  const names = companions.filter(({ isWatching }) => isWatching).map(({ name }) => name);
  return (
    <details className="mt-4 max-w-prose">
      <summary className="unfolds inline-flex min-h-11 cursor-pointer list-none items-center gap-2 text-sm font-medium">
        <Users aria-hidden className="size-4 opacity-70" />
        <span className="wrap-anywhere">
          {names.length === 0 ? t("watch.with") : t("watch.with.of", { names: formatList(names) })}
        </span>
      </summary>
      <Form method="post" replace preventScrollReset aria-label={t("watch.with.label")}>
        <p className="text-sm text-ink-soft">{t("watch.with.lead")}</p>
        <ul className="my-2 flex flex-wrap gap-x-6">
          {companions.map(({ id, name, isWatching }) => (
            <li key={id}>
              <label className="flex min-h-11 items-center gap-2.5 text-sm">
                <input
                  type="checkbox"
                  name="profile"
                  value={id}
                  defaultChecked={isWatching}
                  className="size-4 shrink-0"
                />
                <span className="wrap-anywhere">{name}</span>
              </label>
            </li>
          ))}
        </ul>
        <Button type="submit">{t("step.save")}</Button>
      </Form>
    </details>
  );
}
