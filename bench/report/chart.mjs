// Draws charts as SVG with ECharts, without a browser. The same option always gives the same file.
import * as echarts from 'echarts';

/** Colours that colour-blind readers can tell apart (Okabe, Ito). */
export const COLOURS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442', '#999999'];

const THEME = {
  color: COLOURS,
  backgroundColor: '#ffffff', // readable on light and on dark pages
  textStyle: { fontFamily: 'sans-serif' },
};

/** @param {object} option of ECharts */
export function drawChart(option, { width, height }) {
  const chart = echarts.init(null, THEME, { renderer: 'svg', ssr: true, width, height });
  chart.setOption({ animation: false, ...option });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return `${plain(svg)}\n`;
}

/** Removes styles for the mouse, and the numbers in names that count earlier drawings of the process. */
function plain(svg) {
  return svg
    .replace(/<style[\s\S]*?<\/style>\n/, '')
    .replace(/ (class|ecmeta_\w+)="[^"]*"/g, '')
    .replace(/\bzr\d+-/g, 'zr-');
}

/** Bars side by side: one group for each category, with one bar for each series. */
export function bars({ title, unit, categories, series, horizontal = false, log = false }) {
  // Without a browser ECharts underestimates the width of text; the margins make up for it.
  const values = { type: log ? 'log' : 'value', name: unit, nameLocation: 'middle', nameGap: 40 };
  const groups = { type: 'category', data: categories, axisLabel: { interval: 0 }, inverse: horizontal };
  return {
    title: { text: title, left: 'center', textStyle: { fontSize: 15 } },
    legend: series.length > 1 ? { bottom: 0, itemGap: 26 } : undefined,
    grid: {
      top: 50,
      bottom: series.length > 1 ? 70 : 50,
      left: unit && !horizontal ? 45 : 30,
      right: 40,
      containLabel: true,
    },
    xAxis: horizontal ? { ...values, nameGap: 30 } : groups,
    yAxis: horizontal ? groups : values,
    series: series.map(({ name, data }) => ({
      name,
      type: 'bar',
      data,
      label: series.length === 1 ? { show: true, position: horizontal ? 'right' : 'top' } : undefined,
    })),
  };
}
