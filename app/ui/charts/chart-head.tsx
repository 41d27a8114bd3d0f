/** The heads of a chart's table: what is counted, and how often it is there. */
export function ChartHead({ heads: [name, count] }: { heads: readonly [string, string] }) {
  return (
    <tr>
      <th scope="col">{name}</th>
      <th scope="col">{count}</th>
    </tr>
  );
}
