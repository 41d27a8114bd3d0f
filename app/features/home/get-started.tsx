import { href, Link } from "react-router";
import { FolderPlus, ListChecks, Play, Upload, type LucideIcon } from "lucide-react";
import { useId } from "react";
import { useI18n } from "~/i18n/i18n-context";
import type { PlainKey } from "~/i18n/message-types";
import { SignMark } from "~/ui/signs/sign-mark";

/** What a user with an empty list can do first. */
export interface FirstSteps {
  /** Whether a title plays here. */
  canPlay: boolean;
  /** Whether the user may add media folders. */
  canAddFolders: boolean;
}

interface Step {
  key: "import" | "seen" | "play" | "folders";
  to: string;
  Icon: LucideIcon;
}

const STEPS: readonly Step[] = [
  { key: "import", to: href("/list/import"), Icon: Upload },
  { key: "seen", to: `${href("/signup/tastes")}?edit`, Icon: ListChecks },
  { key: "play", to: href("/library"), Icon: Play },
  { key: "folders", to: href("/admin/library/add"), Icon: FolderPlus },
];

export function GetStarted({ steps }: { steps: FirstSteps }) {
  const { t } = useI18n();
  const id = useId();
  const isOffered = ({ key }: Step) =>
    key === "play" ? steps.canPlay : key === "folders" ? steps.canAddFolders : true;
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 gap-x-12 pt-8 md:grid-cols-[minmax(0,1fr)_auto] md:pt-12"
    >
      <div className="self-center">
        <h2 id={id} className="text-3xl max-md:text-2xl">
          {t("home.getStarted")}
        </h2>
        <p className="mt-2 mb-6 text-ink-soft">{t("home.getStarted.lead")}</p>
        <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))] gap-3">
          {STEPS.filter(isOffered).map(({ key, to, Icon }) => (
            <li key={key}>
              <Link
                to={to}
                className="flex h-full items-start gap-4 rounded-md border border-rule bg-raised p-4 hover:border-ink"
              >
                <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-text" />
                <span>
                  <span className="block font-semibold">{t(titleKey(key))}</span>
                  <span className="mt-1 block text-sm text-pretty text-ink-soft">
                    {t(explanationKey(key))}
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <SignMark sign="入門" className="text-[6.5rem] text-rule-strong max-md:hidden" />
    </section>
  );
}

function titleKey(key: Step["key"]): PlainKey {
  return `home.getStarted.${key}`;
}

function explanationKey(key: Step["key"]): PlainKey {
  return `home.getStarted.${key}.description`;
}
