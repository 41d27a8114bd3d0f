import { CalendarDays } from "lucide-react";
import { type ComponentProps, useRef } from "react";
import { useI18n } from "~/i18n/i18n-context";
import { TextField } from "~/ui/forms/form-field";

type DateFieldProps = Omit<ComponentProps<typeof TextField>, "placeholder" | "maxLength">;

const BUTTON =
  "inline-flex min-h-6 min-w-6 items-center justify-center text-xs font-medium text-ink-soft underline-offset-4 hover:text-ink hover:underline";

/** A date, of which a year or a month is enough. Scripts add "Today" and a calendar. */
export function DateField({ label, ...field }: DateFieldProps) {
  const { t } = useI18n();
  const box = useRef<HTMLDivElement>(null);
  const calendar = useRef<HTMLInputElement>(null);
  const set = (date: string): void => {
    const input = box.current?.querySelector<HTMLInputElement>("input:not([type=date])");
    if (!input || date === "") return;
    input.value = date;
    // The form keeps what was entered when other changes arrive.
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <div ref={box} className="relative">
      <TextField
        {...field}
        label={label}
        placeholder={t("entry.datePattern")}
        autoComplete="off"
        maxLength={10}
      />
      <div className="needs-js absolute -top-0.5 right-0 flex gap-3">
        <button
          type="button"
          aria-label={t("entry.todayFor", { field: label })}
          onClick={() => set(localDate(new Date()))}
          className={BUTTON}
        >
          {t("entry.today")}
        </button>
        <button
          type="button"
          aria-label={t("entry.calendarFor", { field: label })}
          onClick={() => calendar.current?.showPicker()}
          className={BUTTON}
        >
          <CalendarDays aria-hidden className="size-4" />
        </button>
        <input
          ref={calendar}
          type="date"
          tabIndex={-1}
          aria-hidden
          onChange={({ currentTarget }) => set(currentTarget.value)}
          className="pointer-events-none absolute right-0 bottom-0 size-px opacity-0"
        />
      </div>
    </div>
  );
}

/** The day where the user is. */
function localDate(date: Date): string {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) =>
    String(part).padStart(2, "0"),
  );
  return `${String(date.getFullYear())}-${month ?? ""}-${day ?? ""}`;
}
