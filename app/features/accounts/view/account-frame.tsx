import type { ReactNode } from "react";
import { useI18n } from "~/i18n/i18n-context";
import { classNames } from "~/ui/class-names";
import { SignMark } from "~/ui/signs/sign-mark";
import type { Sign } from "~/ui/signs/signs";

interface AccountFrameProps {
  title: string;
  glyph: Sign;
  lead?: ReactNode;
  step?: 1 | 2 | 3;
  wide?: boolean;
  children: ReactNode;
}

const STEPS = ["signUp.stepAccount", "signUp.stepAbout", "signUp.stepTastes"] as const;

export function AccountFrame({
  title,
  glyph,
  lead,
  step,
  wide = false,
  children,
}: AccountFrameProps) {
  const { t } = useI18n();
  return (
    <div className="page-column flex gap-x-16 pt-8 max-md:justify-center md:pt-16">
      <div className={classNames("w-full min-w-0", wide ? "max-w-2xl" : "max-w-md")}>
        {step === undefined ? null : (
          <ol aria-label={t("signUp.steps")} className="mb-8 grid grid-cols-3 gap-2">
            {STEPS.map((name, index) => (
              <li
                key={name}
                aria-current={index + 1 === step ? "step" : undefined}
                className="text-xs text-ink-faint aria-[current=step]:font-semibold aria-[current=step]:text-ink"
              >
                <span
                  aria-hidden
                  className={classNames(
                    "mb-2 block h-1 rounded-full",
                    index < step ? "bg-accent-text" : "bg-rule",
                  )}
                />
                {index + 1}. {t(name)}
                {index + 1 < step ? <span className="sr-only"> {t("signUp.done")}</span> : null}
              </li>
            ))}
          </ol>
        )}
        <h1 className="text-2xl">{title}</h1>
        {lead === undefined ? null : <div className="mt-3 text-pretty text-ink-soft">{lead}</div>}
        <div className="mt-8">{children}</div>
      </div>
      <SignMark sign={glyph} className="shrink-0 text-[6.5rem] text-rule-strong max-md:hidden" />
    </div>
  );
}
