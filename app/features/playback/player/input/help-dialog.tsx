import { X } from "lucide-react";
import { type RefObject, useId } from "react";
import { useI18n } from "~/i18n/i18n-context";
import { KEY_HELP } from "./keys";

export function HelpDialog({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  const { t } = useI18n();
  const id = useId();
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className="m-auto w-[min(28rem,calc(100vw-2rem))] rounded-lg border border-rule bg-raised p-5 text-ink shadow-2xl backdrop:bg-black/50"
    >
      <form method="dialog" className="flex items-center justify-between">
        <h2 id={id} className="text-lg">
          {t("player.keys")}
        </h2>
        <button
          aria-label={t("site.close")}
          className="-mr-3 inline-flex size-11 items-center justify-center text-ink-soft hover:text-ink"
        >
          <X aria-hidden className="size-5" />
        </button>
      </form>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
        {KEY_HELP.map((key) => (
          <div key={key} className="contents">
            <dt className="font-medium whitespace-nowrap">{t(`playerKey.${key}`)}</dt>
            <dd className="text-ink-soft">{t(`playerKey.${key}.does`)}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}
