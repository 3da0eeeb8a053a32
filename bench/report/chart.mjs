// Charts as SVG, drawn by ECharts without a browser; the same for the same option.
import * as echarts from 'echarts';

/** Colours that differ for the colour-blind too (Okabe, Ito). */
export const COLOURS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442', '#999999'];

const THEME = {
  color: COLOURS,
  backgroundColor: '#ffffff', // readable on light and on dark pages
  textStyle: { fontFamily: 'sans-serif' },
};

/** @param {object} option ECharts' own */
export function drawChart(option, { width, height }) {
  const chart = echarts.init(null, THEME, { renderer: 'svg', ssr: true, width, height });
  chart.setOption({ animation: false, ...option });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return `${plain(svg)}\n`;
}

/** Without what answers the mouse, and without names that count what the process drew before. */
function plain(svg) {
  return svg
    .replace(/<style[\s\S]*?<\/style>\n/, '')
    .replace(/ (class|ecmeta_\w+)="[^"]*"/g, '')
    .replace(/\bzr\d+-/g, 'zr-');
}

/** Bars side by side: a group for each category, a bar in it for each series. */
export function bars({ title, unit, categories, series, horizontal = false, log = false }) {
  // ECharts measures text a little short where there is no browser: hence the room at the left.
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
