// The frame of the flame graph that fills the width.
(function () {
  var chart = document.querySelector("#flame .chart");
  if (!chart) { return; }
  var WIDTH = chart.viewBox.baseVal.width;
  var LETTER = 6.6;
  var frames = Array.prototype.map.call(chart.querySelectorAll(".frame"), function (frame) {
    return {
      frame: frame, rect: frame.querySelector("rect"), text: frame.querySelector("text"),
      x: parseFloat(frame.getAttribute("data-x")), width: parseFloat(frame.getAttribute("data-w"))
    };
  });

  function fitting(label, width) {
    var room = Math.floor(Math.max(0, (width - 6) / LETTER));
    return label.length <= room ? label : room < 3 ? "" : label.slice(0, room - 1) + "…";
  }

  function widen(chosen) {
    var scale = WIDTH / chosen.width;
    frames.forEach(function (one) {
      var left = Math.max((one.x - chosen.x) * scale, 0);
      var right = Math.min((one.x + one.width - chosen.x) * scale, WIDTH);
      var width = right - left;
      one.frame.style.display = width > 0.05 ? "" : "none";
      one.rect.setAttribute("x", left);
      one.rect.setAttribute("width", Math.max(width, 0));
      one.text.setAttribute("x", left + 4);
      one.text.textContent = fitting(one.text.getAttribute("data-label"), width);
    });
  }

  frames.forEach(function (one) {
    one.frame.addEventListener("click", function () { widen(one); });
    one.frame.addEventListener("keydown", function (event) {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        widen(one);
      }
    });
  });
  chart.addEventListener("keydown", function (event) {
    if (event.key === "Escape") { widen(frames[0]); }
  });
})();
