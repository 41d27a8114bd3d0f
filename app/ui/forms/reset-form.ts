import { isTick, isTyping } from "./typing";

/**
 * Shows what the form's page was asked for, after Back or a removed chip, but for the field in
 * which the user types. `form.reset()` would end the composition of a word there, and React reports
 * no change of a box to the state that it had before.
 */
export function resetForm(form: HTMLFormElement): void {
  for (const control of form.elements)
    if (control instanceof HTMLSelectElement)
      for (const option of control.options) option.selected = option.defaultSelected;
    else if (control instanceof HTMLInputElement)
      if (isTick(control)) control.checked = control.defaultChecked;
      else if (!isTyping(control)) control.value = control.defaultValue;
}
