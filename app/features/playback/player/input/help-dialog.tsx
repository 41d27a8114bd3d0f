import { X } from "lucide-react";
import { type RefObject, useId } from "react";
import { KEY_HELP } from "./keys";

/** The keys of the player. Opened by its button and by `?`; a native dialog, so Escape closes it and the focus comes back. */
export function HelpDialog({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  const id = useId();
  return (
    <dialog ref={dialog} aria-labelledby={id} className="m-auto w-[min(28rem,calc(100vw-2rem))] rounded-lg border border-rule bg-raised p-5 text-ink shadow-2xl backdrop:bg-black/50">
      <form method="dialog" className="flex items-center justify-between">
        <h2 id={id} className="text-lg">
          Keys
        </h2>
        <button aria-label="Close" className="-mr-3 inline-flex size-11 items-center justify-center text-ink-soft hover:text-ink">
          <X aria-hidden className="size-5" />
        </button>
      </form>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
        {KEY_HELP.map(([keys, meaning]) => (
          <div key={keys} className="contents">
            <dt className="font-medium whitespace-nowrap">{keys}</dt>
            <dd className="text-ink-soft">{meaning}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}
