package adversary

var moveKinds []Kind
